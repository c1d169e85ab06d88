import Form, { type IChangeEvent } from '@rjsf/core';
import validator from '@rjsf/validator-ajv8';
import { useMemo, useState } from 'react';
import { sendValues } from '../hand-written/send.ts';
import type { PageData } from '../page-data.ts';
import { createStockSchema, uiSchema } from './schemas.ts';

/** The form with stock RJSF: its default theme, and Ajv in the page. */
export function StockForm({ data }: { readonly data: PageData }) {
  const [values, setValues] = useState<Record<string, unknown>>({
    enquiry_type: 7,
    office_location: data.selectedOffice,
  });
  const [isSent, setSent] = useState(false);
  const type = Number(values.enquiry_type);
  const schema = useMemo(() => createStockSchema(type, data), [type, data]);
  if (isSent) return <h2>Thank you. She is on our list</h2>;
  return (
    <section id="ContactFormSection" className="form-section">
      <h2>Tell us what she needs</h2>
      <p>The more exactly you describe it, the better we can plan the work and the tide.</p>
      <Form
        className="form"
        schema={schema}
        uiSchema={uiSchema}
        validator={validator}
        formData={values}
        onChange={({ formData }: IChangeEvent) => setValues(formData)}
        onSubmit={({ formData }: IChangeEvent) =>
          void sendValues(formData, data.domain, crypto.randomUUID()).then(() => setSent(true))
        }
        noHtml5Validate
        showErrorList={false}
        focusOnFirstError
      />
    </section>
  );
}
