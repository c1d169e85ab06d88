import { createRoot } from 'react-dom/client';
import styleAddress from '../form.css?url';
import type { PageData } from '../page-data.ts';
import { StockForm } from '../stock/stock-form.tsx';
import { dataAddress, targetSelector } from './embedded.ts';

/**
 * An embed as Typeform and HubSpot have it: one script that a page of any origin loads. It contains
 * everything to draw forms, requests the form from its server, adds its styles and draws it into the page's
 * target element.
 */
const base = import.meta.url;
const asked = fetch(new URL(dataAddress, base));

const link = document.createElement('link');
link.rel = 'stylesheet';
link.href = new URL(styleAddress, base).href;
const looks = new Promise((resolve) => {
  link.onload = resolve;
});
document.head.append(link);

const data = (await (await asked).json()) as PageData;
await looks;
const place = document.querySelector(targetSelector);
if (place === null) throw new Error(`Cannot draw the form: there is no ${targetSelector}`);
createRoot(place).render(<StockForm data={data} />);
