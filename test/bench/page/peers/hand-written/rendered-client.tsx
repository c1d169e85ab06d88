import { hydrateRoot } from 'react-dom/client';
import { findRoot, readPageData } from '../page-data.ts';
import { ContactForm } from './contact-form.tsx';
import '../../../../../src/site/styles/site.css';
import '../form.css';

hydrateRoot(findRoot(), <ContactForm data={readPageData()} />);
