import '#widgets/theme/theme.css';
import { hydrateForm } from './hydrate-form.tsx';
import './styles/site.css';

// Nothing else stands here: a file of a few words beside one of a hundred kilobytes compresses badly.
hydrateForm();
