// Times as the box tells them: they are shown as the household's clocks showed them, wherever this phone is, and whatever
// its own clock and time zone are.

import { language } from "./api_client.js";

// What writes a time of the box ("2026-01-02T15:04:05+09:00") in words; the options are those of Intl.DateTimeFormat.
export function timeFormat(options) {
  const format = new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" });
  return (at) => format.format(new Date(`${at.slice(0, 19)}Z`));
}

// Writes the days of a page that the box has drawn.
export function showDays() {
  const date = timeFormat({ dateStyle: "medium" });
  for (const time of document.querySelectorAll("time")) time.textContent = date(time.dateTime);
}
