// The view of each kind of task.

import { clusterView } from "./cluster.js";
import { extractView } from "./extract.js";
import { linkView } from "./link.js";
import { preferView } from "./prefer.js";
import { rateView } from "./rate.js";

export const VIEWS = {
  cluster: clusterView,
  link: linkView,
  extract: extractView,
  rate: rateView,
  prefer: preferView,
};
