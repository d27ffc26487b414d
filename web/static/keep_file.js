// Has the browser keep a file that only paired phones get.

import { getBlob, make } from "./api_client.js";

export async function keepFile(path, name) {
  const link = make("a", { href: URL.createObjectURL(await getBlob(path)), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
