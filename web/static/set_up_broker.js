// The table is shown elsewhere: at which address, with which names, and how the connection is doing.

import { act, find, getJson, onTap, onTrouble, sendJson, tellTrouble, text, write } from "./api_client.js";

const POLL_MS = 2000;
const form = document.querySelector("#broker form");
const { url, names } = form.elements;

onTap(find("broker-open"), async () => {
  show(await getJson("/api/broker"));
  find("broker-open").hidden = true;
  form.hidden = false;
  setTimeout(follow, POLL_MS);
});
form.addEventListener("submit", (event) => {
  event.preventDefault();
  act(find("broker-on"), () => publish(url.value));
});
onTap(find("broker-off"), () => publish(null));

async function publish(address) {
  show(await sendJson("/api/broker", { url: address, names: names.value }));
}

function show(broker) {
  url.value = broker.address ?? "";
  names.value = broker.names;
  find("broker-on").textContent = text(broker.address === null ? "broker_begin" : "broker_save");
  find("broker-off").hidden = broker.address === null;
  showState(broker);
}

function showState({ address, table, connected, trouble }) {
  const state = address === null ? "off" : connected ? "connected" : "connecting";
  write(find("broker-state"), trouble ?? text(`broker_${state}`, { table }));
  find("broker-state").classList.toggle("problem", trouble !== null);
}

async function follow() {
  const now = await onTrouble(() => getJson("/api/broker"), tellTrouble);
  if (!now) return;
  showState(now);
  setTimeout(follow, POLL_MS);
}
