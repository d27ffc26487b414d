// What this phone keeps by itself. What its browser refuses to keep (cookies blocked, no room left) is known until the
// page is left.

class PhoneStorage {
  #area;
  #unkept = new Map();

  // `area()` gives the browser's own storage; in some browsers it throws, in others there is none.
  constructor(area) {
    this.#area = area;
  }

  // What was kept under a name; null where nothing was.
  get(name) {
    if (this.#unkept.has(name)) return this.#unkept.get(name);
    try {
      return this.#area().getItem(name);
    } catch {
      return null;
    }
  }

  // Gives whether it is kept when the page is left.
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

export const onPhone = new PhoneStorage(() => localStorage);
export const inTab = new PhoneStorage(() => sessionStorage); // over a reload
