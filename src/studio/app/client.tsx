import { createRoot } from 'react-dom/client';
import { findPersonalLocale } from '../ui/personal-locale.ts';
import { applyScheme, loadScheme } from './scheme.ts';
import { StudioApp } from './studio-app.tsx';
import '../ui/styles/studio.css';
import { createFormatMessage } from '../ui/messages.ts';

applyScheme(loadScheme());
const root = document.getElementById('studio');
if (root) {
  const locale = findPersonalLocale(document.documentElement.lang, navigator.languages);
  createRoot(root).render(<StudioApp say={createFormatMessage(locale)} locale={locale} />);
}
