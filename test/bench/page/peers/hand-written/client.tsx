import { createRoot } from 'react-dom/client';
import { readPageData, rootOf } from '../page-data.ts';
import { ContactForm } from './contact-form.tsx';
import '../../../../../src/site/styles/site.css';
import '../form.css';

createRoot(rootOf()).render(<ContactForm data={readPageData()} />);
