import { renderToString } from 'react-dom/server';
import type { PageData } from '../page-data.ts';
import { ContactForm } from './contact-form.tsx';

/** The form as HTML: what the drawing of our pages is measured beside. */
export function drawForm(data: PageData): string {
  return renderToString(<ContactForm data={data} />);
}
