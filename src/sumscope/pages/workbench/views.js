// The view of each kind of task.

import { clusterView } from "./tasks/cluster.js";
import { extractView } from "./tasks/extract.js";
import { linkView } from "./tasks/link.js";
import { preferView } from "./tasks/prefer.js";
import { rateView } from "./tasks/rate.js";

export const VIEWS = {
  cluster: clusterView,
  link: linkView,
  extract: extractView,
  rate: rateView,
  prefer: preferView,
};
