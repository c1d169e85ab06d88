import { createRoot } from 'react-dom/client';
import { findPersonalLocale } from './personal-locale.ts';
import { applyScheme, loadScheme } from './shell/scheme.ts';
import { StudioApp } from './shell/studio-app.tsx';
import './styles/studio.css';
import { createFormatMessage } from './messages.ts';

applyScheme(loadScheme());
const root = document.getElementById('studio');
if (root) {
  const locale = findPersonalLocale(document.documentElement.lang, navigator.languages);
  createRoot(root).render(<StudioApp say={createFormatMessage(locale)} locale={locale} />);
}
