// Which phones may change something: paired ones see the list and may remove any; others may pair.

import { act, find, getJson, make, onTap, sendJson, tell, text } from "./api_client.js";
import { timeFormat } from "./times.js";

const day = timeFormat({ dateStyle: "medium" });
let wanted = null; // the removal that is being asked about

async function show() {
  const { paired } = await getJson("/api/pairing");
  find("not-paired").hidden = paired;
  find("paired").hidden = !paired;
  if (!paired) return;
  const { phones } = await getJson("/api/phones");
  find("phones").replaceChildren(...phones.map(phoneLine));
}

function phoneLine(phone) {
  const name = make("b", {}, phone.name);
  if (phone.own) name.append(" ", make("span", { className: "own" }, text("this")));
  const [since, seen] = [phone.since, phone.seen].map(day);
  const times = make("small", {}, `${text("since", { when: since })} · ${text("seen", { when: seen })}`);
  const button = make("button", { type: "button", className: "button danger", ariaLabel: `${text("remove")}: ${phone.name}` }, text("remove"));
  button.addEventListener("click", () => really(text("really_one", phone), phone.number, text("removed", phone)));
  return make("li", { className: "card" }, make("div", {}, name, times), button);
}

function really(question, number, done) {
  wanted = { number, done };
  find("really-said").textContent = question;
  find("really").showModal();
}

find("no").addEventListener("click", () => find("really").close());
onTap(find("yes"), async () => {
  find("really").close();
  await sendJson("/api/phones/revoke", { number: wanted.number });
  tell(wanted.done);
  await show();
});
find("remove-all").addEventListener("click", () => really(text("really_all"), 0, text("removed_all")));
onTap(find("pair"), async () => {
  await getJson("/api/phones"); // asks for the code where it is needed
  await show();
});
act(find("pair"), show);
