import { createRoot } from 'react-dom/client';
import { Contact } from './contact.tsx';

createRoot(document.getElementById('root') as HTMLElement).render(<Contact />);
