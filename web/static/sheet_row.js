// One row of the score sheet as a form: its names, its points, and its nine tiles group by group.

import { language, make, text } from "./api_client.js";
import { tilePicture } from "./board.js";

const group = (times, count, of = "any", run = false) => ({ times, run, count, of });
const PATTERNS = {
  sets: { groups: [group(3, 3)], rule: "free" },
  row: { groups: [group(3, 3)], rule: "in a row" },
  six: { groups: [group(1, 6), group(1, 3)], rule: "different" },
  nine: { groups: [group(1, 9)], rule: "free" },
  run: { groups: [group(1, 9, "any", true)], rule: "free" },
  fours: { groups: [group(1, 4), group(1, 4), group(1, 1, "wild")], rule: "different" },
};
const copyOf = (name) => document.getElementById(name).content.firstElementChild.cloneNode(true);

export function newRow() {
  return { en: "", ja: "", section: "normal", points: 100, pon: 50, ...PATTERNS.sets };
}

// `on` has what happens: changed(), moved(row, step), copied(row), dropped(row).
export class RowForm {
  constructor(value, words, on) {
    this.words = words;
    this.on = on;
    this.element = copyOf("row-form");
    this.form = this.element.querySelector("form");
    this.groups = this.element.querySelector(".groups");
    this.show(value);
    this.listen();
  }

  show(value) {
    const { en, ja, points, pon, no_pon, special, rule } = this.form.elements;
    [en.value, ja.value, points.value, pon.value] = [value.en, value.ja, value.points, value.pon ?? ""];
    no_pon.checked = value.pon === null;
    special.checked = value.section === "special";
    rule.value = value.rule;
    this.groups.replaceChildren(...value.groups.map((one) => this.groupForm(one)));
    this.showTitle();
  }

  // What the form says now; a field without a number is sent as 0, which the box refuses in words.
  value() {
    const { en, ja, points, pon, no_pon, special, rule } = this.form.elements;
    return {
      en: en.value.trim(),
      ja: ja.value.trim(),
      section: special.checked ? "special" : "normal",
      groups: [...this.groups.children].map(groupValue),
      rule: rule.value,
      points: Math.trunc(Number(points.value)),
      pon: no_pon.checked ? null : Math.trunc(Number(pon.value)),
    };
  }

  showTitle() {
    const { en, ja, points, pon, no_pon } = this.form.elements;
    const [own, other] = language === "ja" ? [ja, en] : [en, ja];
    this.element.querySelector(".title").textContent = own.value.trim() || other.value.trim() || text("new_row");
    this.element.querySelector(".worth").textContent = `${points.value || "?"} / ${no_pon.checked ? "–" : pon.value || "?"}`;
    pon.disabled = no_pon.checked;
  }

  // What the box says to this row: an example, and whether it can be made and counts.
  tell(said) {
    this.element.dataset.standing = said.standing;
    this.element.querySelector(".tiles").replaceChildren(...said.example.map((face) => tilePicture(face)));
    const mark = { counts: "✓", only_pon: "✓" }[said.standing] ?? "!";
    this.element.querySelector(".reach").textContent = `${mark} ${said.said}`;
  }

  stands(at, count) {
    this.form.elements.up.disabled = at === 0;
    this.form.elements.down.disabled = at === count - 1;
  }

  open() {
    this.element.querySelector("details").open = true;
    this.element.scrollIntoView({ block: "nearest" });
  }

  listen() {
    const { up, down, copy, drop, add_group, pattern, no_pon, points, pon } = this.form.elements;
    this.form.addEventListener("submit", (event) => event.preventDefault());
    pattern.addEventListener("change", () => this.take(PATTERNS[pattern.value]));
    no_pon.addEventListener("change", () => {
      if (!no_pon.checked && !pon.value) pon.value = Math.max(1, Math.trunc(Number(points.value) / 2));
    });
    this.form.addEventListener("input", () => this.isChanged());
    up.addEventListener("click", () => this.on.moved(this, -1));
    down.addEventListener("click", () => this.on.moved(this, 1));
    copy.addEventListener("click", () => this.on.copied(this));
    drop.addEventListener("click", () => this.on.dropped(this));
    add_group.addEventListener("click", () => {
      this.groups.append(this.groupForm(group(1, 3)));
      this.isChanged();
    });
  }

  take(pattern) {
    if (!pattern) return;
    this.show({ ...this.value(), ...pattern });
    this.form.elements.pattern.value = "";
    this.isChanged();
  }

  isChanged() {
    this.showTitle();
    this.on.changed();
  }

  groupForm(value) {
    const element = copyOf("group-form");
    const field = (name) => element.querySelector(`[name=${name}]`);
    const isListed = /^[1-9](,[1-9])*$/.test(value.of);
    const numbersLast = field("of").lastElementChild;
    for (const { word, said, numbers } of this.words) {
      numbersLast.before(make("option", { value: word }, numbers && numbers !== said ? `${said} (${numbers})` : said));
    }
    if (!isListed && ![...field("of").options].some((option) => option.value === value.of)) {
      numbersLast.before(make("option", { value: value.of }, value.of));
    }
    field("times").value = value.times;
    field("shape").value = value.run && value.count > 1 ? `run ${value.count}` : value.count;
    field("of").value = isListed ? "numbers" : value.of;
    for (const box of element.querySelectorAll("[name=number]")) box.checked = isListed && value.of.split(",").includes(box.value);
    const showNumbers = () => (element.querySelector(".numbers").hidden = field("of").value !== "numbers");
    field("of").addEventListener("change", showNumbers);
    showNumbers();
    field("drop_group").addEventListener("click", () => {
      element.remove();
      this.isChanged();
    });
    return element;
  }
}

function groupValue(element) {
  const field = (name) => element.querySelector(`[name=${name}]`).value;
  const [kind, count] = field("shape").startsWith("run ") ? ["run", field("shape").slice(4)] : ["set", field("shape")];
  const listed = [...element.querySelectorAll("[name=number]:checked")].map((box) => box.value).join(",");
  const of = field("of") === "numbers" ? listed || "–" : field("of");
  return { times: Number(field("times")), run: kind === "run", count: Number(count), of };
}
