// A player over all evenings: the box has drawn the page, only days are written as this phone writes them.

import { offerRatings } from "./ratings.js";
import { showDays } from "./times.js";

showDays();
offerRatings();
