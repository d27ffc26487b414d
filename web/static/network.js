// Switches the box's own Wi-Fi. This phone mostly loses the box by that, so the page says first how to come back.

import { find, getJson, onTap, onTrouble, sendJson, text } from "./api_client.js";
import { findMovedBox } from "./find_moved_box.js";

const POLL_MS = 3000;
let network = null;

onTap(find("own-wifi"), async () => {
  network = await getJson("/api/network");
  for (const what of ["ssid", "password"]) find(`wifi-${what}`).textContent = network[what];
  showStep(network.on ? "close_wifi" : "open_wifi", !network.on);
  find("wifi-buttons").hidden = false;
  find("wifi").showModal();
});
find("keep-wifi").addEventListener("click", () => find("wifi").close());
onTap(find("change-wifi"), async () => {
  try {
    await sendJson("/api/network", { on: !network.on });
  } catch (error) {
    find("wifi").close(); // what is said must not be covered
    throw error;
  }
  find("wifi-buttons").hidden = true;
  showStep(network.on ? "wifi_closing" : "wifi_opening", !network.on);
  follow(!network.on);
});

function showStep(what, withAccess) {
  find("wifi-said").textContent = text(what);
  find("wifi-access").hidden = !withAccess;
}

// Until the change is made: the box tells of it here, or this phone finds it again at another address.
async function follow(isOn) {
  const now = await onTrouble(() => getJson("/api/network"), findMovedBox);
  if (now?.on === isOn) return showStep(isOn ? "wifi_open" : "wifi_closed", isOn);
  if (now?.trouble) {
    find("wifi-said").textContent = now.trouble;
    find("wifi-access").hidden = true;
    return;
  }
  setTimeout(() => follow(isOn), POLL_MS);
}
