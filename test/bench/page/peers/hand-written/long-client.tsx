import { createRoot } from 'react-dom/client';
import { findRoot, readPageData } from '../page-data.ts';
import { ContactForm } from './contact-form.tsx';
import { SelectField, TextField } from './controls.tsx';
import '../../../../../src/site/styles/site.css';
import '../form.css';

const data = readPageData();
const { texts = 0, options = 0 } = data;
const choices = Array.from({ length: options }, (_, at) => ({
  value: `Option ${at}`,
  label: `Option ${at}`,
}));

createRoot(findRoot()).render(
  <ContactForm data={data}>
    {Array.from({ length: texts }, (_, at) => (
      <TextField key={`text_${String(at)}`} name={`text_${at}`} label={`Text ${at}`} maxLength={200} />
    ))}
    {options > 0 && (
      <SelectField name="choice_0" label="Choice 0" placeholder="Choose one" choices={choices} />
    )}
  </ContactForm>,
);
