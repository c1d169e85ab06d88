import { createRoot } from 'react-dom/client';
import { StudioApp } from './shell/studio-app.tsx';
import './styles/studio.css';
import { wordsIn } from './words.ts';

const root = document.getElementById('studio');
if (root) {
  const locale = document.documentElement.lang;
  createRoot(root).render(<StudioApp say={wordsIn(locale)} locale={locale} />);
}
