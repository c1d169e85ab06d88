import '#widgets/theme/theme.css';
import './styles/site.css';

export { hydrateForm } from './hydrate-form.tsx';
