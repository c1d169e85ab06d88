import { renderToString } from 'react-dom/server';
import type { PageData } from '../page-data.ts';
import { ContactForm } from './contact-form.tsx';

/** Renders the form as HTML, to compare with the drawing of our pages. */
export function renderFormHtml(data: PageData): string {
  return renderToString(<ContactForm data={data} />);
}
