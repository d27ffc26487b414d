// What stands outside the board, in one line: what counts only now has a colour of its own.

import { make } from "./api_client.js";

export function showStatus(line, status) {
  line.hidden = status.length === 0;
  line.replaceChildren(
    ...status.flatMap(({ key, sentence }, at) => {
      const said = make("span", {}, sentence);
      said.dataset.key = key.split(".").at(-1);
      return at > 0 ? [" · ", said] : [said];
    }),
  );
}
