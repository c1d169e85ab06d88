import { createRoot } from 'react-dom/client';
import { findRoot, readPageData } from '../page-data.ts';
import { StockForm } from './stock-form.tsx';
import '../../../../../src/site/styles/site.css';
import '../form.css';

createRoot(findRoot()).render(<StockForm data={readPageData()} />);
