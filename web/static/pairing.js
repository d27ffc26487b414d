// Pairing this phone: the box shows a code beside the table, and whoever reads it there types it here, once.
// api_client.js loads this only when a code is wanted, and gives it what it needs of its own: `{ onTrouble, sendJson, tell }`.

let asking = null; // one dialog, however many things are wanted at once

// Resolves to whether the phone is paired now; `why` says why it is asked.
export function pair(why, client) {
  asking ??= new Promise((done) => openDialog(why, client, done)).finally(() => (asking = null));
  return asking;
}

function openDialog(why, { onTrouble, sendJson, tell }, done) {
  const dialog = document.querySelector("#pairing").content.firstElementChild.cloneNode(true);
  const form = dialog.querySelector("form");
  const part = (name) => dialog.querySelector(`[data-part="${name}"]`);
  let isPaired = false;

  part("why").textContent = why;
  form.elements.name.value = deviceName(form.elements.name.dataset);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    work(async () => {
      const { code, name } = form.elements;
      const answer = await sendJson("/api/pairing/answer", { code: code.value, name: name.value });
      isPaired = true;
      tell(answer.trouble?.sentence ?? answer.sentence, answer.trouble !== null);
      dialog.close();
    });
  });
  part("again").addEventListener("click", () => work(showCode));
  part("cancel").addEventListener("click", () => dialog.close());
  // Also when it is closed with the Escape key or the phone's back gesture.
  dialog.addEventListener("close", () => {
    dialog.remove();
    done(isPaired);
  });
  begin();

  // The computer that plays the demo is paired without a code.
  async function begin() {
    await work(showCode);
    if (isPaired) return done(true);
    document.body.append(dialog);
    dialog.showModal();
    form.elements.code.focus();
  }

  async function showCode() {
    const answer = await sendJson("/api/pairing", {});
    isPaired = answer.paired;
    part("where").textContent = answer.sentence;
  }

  function work(step) {
    part("trouble").hidden = true;
    return onTrouble(step, ({ message }) => {
      part("trouble").textContent = message;
      part("trouble").hidden = false;
      form.elements.code.select();
    });
  }
}

// What to call this phone until its owner says better.
function deviceName({ iphone, ipad, android, computer }) {
  const agent = navigator.userAgent;
  if (agent.includes("iPhone")) return iphone;
  if (agent.includes("iPad")) return ipad;
  return agent.includes("Android") ? android : computer;
}
