import { createRoot } from 'react-dom/client';
import { personalLocale } from './personal-locale.ts';
import { schemeKept, showScheme } from './shell/scheme.ts';
import { StudioApp } from './shell/studio-app.tsx';
import './styles/studio.css';
import { wordsIn } from './words.ts';

showScheme(schemeKept());
const root = document.getElementById('studio');
if (root) {
  const locale = personalLocale(document.documentElement.lang, navigator.languages);
  createRoot(root).render(<StudioApp say={wordsIn(locale)} locale={locale} />);
}
