// @ts-check
// The kinds of tasks that judges can be given, each declared in its own module.

import { cluster } from "./cluster.js";
import { extract } from "./extract.js";
import { link } from "./link.js";
import { prefer } from "./prefer.js";
import { rate } from "./rate.js";

/** @type {Record<string, TaskKind<any>>} */
export const TASKS = { cluster, link, extract, rate, prefer };
