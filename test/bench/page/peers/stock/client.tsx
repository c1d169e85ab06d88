import { createRoot } from 'react-dom/client';
import { readPageData, rootOf } from '../page-data.ts';
import { StockForm } from './stock-form.tsx';
import '../../../../../src/site/styles/site.css';
import '../form.css';

createRoot(rootOf()).render(<StockForm data={readPageData()} />);
