// Puts names in another order: they are tapped one after the other, as people sit or play.

import { make, text, write } from "./api_client.js";

// Asks in a place of the page, which is empty and hidden otherwise. Then calls `done` with the numbers of the names in
// their new order, or with null where somebody leaves them as they are.
export function askOrder(place, names, done) {
  const order = [];
  const said = make("p", { id: "order-said", className: "lead", role: "status" });
  const back = make("button", { type: "button", className: "button" }, text("seats_back"));
  const buttons = names.map((name) => make("button", { type: "button", className: "button" }, name));
  const list = make("div", { className: "buttons" }, ...buttons, back);
  list.setAttribute("role", "group");
  list.setAttribute("aria-labelledby", said.id);
  place.replaceChildren(said, list);
  place.hidden = false;
  const show = () => {
    write(said, order.length ? text("who_next", { player: names[order.at(-1)] }) : text("who_first"));
    buttons.find((button) => !button.disabled).focus();
  };
  const end = (answer) => {
    place.hidden = true;
    place.replaceChildren();
    done(answer);
  };
  back.addEventListener("click", () => end(null));
  for (const [number, button] of buttons.entries()) {
    button.addEventListener("click", () => {
      order.push(number);
      button.disabled = true;
      button.prepend(`${order.length}. `);
      const left = names.map((_, at) => at).filter((at) => !order.includes(at));
      if (left.length > 1) show();
      else end([...order, ...left]);
    });
  }
  show();
}
