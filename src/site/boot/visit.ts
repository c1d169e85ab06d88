import type * as data from '../data.ts';
import { recordVisit } from './record-visit.ts';

/** Runs on the pages of sites that record visits (docs/privacy.md, "Campaigns"), beside `boot.ts`. */

// The type guarantees that this is the value of the other module.
const dataId: typeof data.dataId = 'slipway-data';

const text = document.getElementById(dataId)?.textContent;
const { visit } = text ? (JSON.parse(text) as data.InlinePageData).form.section : {};
if (visit) recordVisit(visit);
