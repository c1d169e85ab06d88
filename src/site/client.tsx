import '#widgets/theme/theme.css';
import './styles/site.css';

// This entry file contains no other code: a small file beside one of a hundred kilobytes compresses badly.
export { hydrateForm } from './hydrate-form.tsx';
