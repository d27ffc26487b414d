// Safe mode: start normally, put the last good settings back, download a bug report.

import { find, onTap, sendJson, tell } from "./api_client.js";
import { keepFile } from "./keep_file.js";

const POLL_MS = 3000;

for (const what of ["start", "good"]) {
  onTap(find(what), async () => {
    tell((await sendJson(`/api/safe_mode/${what}`, {})).sentence);
  });
}

onTap(find("report"), async () => {
  const journal = find("journal").checked ? 1 : 0;
  await keepFile(`/api/safe_mode/report.zip?journal=${journal}`, "jarapon-report.zip");
});

// A box that plays again has no safe mode to tell of: then its own page takes this one's place.
async function leaveWhenOver() {
  const answer = await fetch("/api/safe_mode", { method: "HEAD" }).catch(() => null);
  if (answer?.status === 404) location.reload();
}

setInterval(leaveWhenOver, POLL_MS);
