// What this phone keeps. What its browser refuses to keep (cookies blocked, no room) is known until the page is left.

class PhoneStorage {
  #area; // gives the browser's own storage; some browsers throw instead, or have none
  #unkept = new Map();

  constructor(area) {
    this.#area = area;
  }

  // Null where nothing was kept under this name.
  get(name) {
    if (this.#unkept.has(name)) return this.#unkept.get(name);
    try {
      return this.#area().getItem(name);
    } catch {
      return null;
    }
  }

  // Gives whether it is still there when the page is left.
  set(name, value) {
    return this.#change(name, value, (area) => area.setItem(name, value));
  }

  remove(name) {
    this.#change(name, null, (area) => area.removeItem(name));
  }

  #change(name, value, keep) {
    try {
      keep(this.#area());
      this.#unkept.delete(name);
      return true;
    } catch {
      this.#unkept.set(name, value);
      return false;
    }
  }
}

export const SEAT = "seat"; // under which a phone keeps the name of the player who sits there
export const onPhone = new PhoneStorage(() => localStorage);
export const inTab = new PhoneStorage(() => sessionStorage); // over a reload
