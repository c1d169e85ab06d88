import { createRoot } from 'react-dom/client';
import '#widgets/theme/theme.css';
import '../styles/gallery.css';
import '../styles/live.css';
import { LiveForm } from './live-form.tsx';

const root = document.getElementById('live');
if (root) createRoot(root).render(<LiveForm />);
