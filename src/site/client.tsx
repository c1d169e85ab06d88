import '#widgets/theme/theme.css';
import { hydrateForm } from './hydrate-form.tsx';
import './styles/site.css';

// This entry file contains no other code: a small file beside one of a hundred kilobytes compresses badly.
hydrateForm();
