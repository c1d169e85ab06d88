import Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './playground.css';

/** The core of RJSF's playground: the schema as text, and its form, drawn again with each key. */
function Playground({ given }: { readonly given: RJSFSchema }): ReactNode {
  const [text, setText] = useState(() => JSON.stringify(given, null, 2));
  const [schema, setSchema] = useState(given);
  const [values, setValues] = useState<unknown>({});
  return (
    <main>
      <textarea
        aria-label="JSON Schema"
        spellCheck={false}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          try {
            setSchema(JSON.parse(target.value));
          } catch {
            // The form does not change while the text is not a valid schema.
          }
        }}
      />
      <Form
        schema={schema}
        validator={validator}
        formData={values}
        onChange={({ formData }) => setValues(formData)}
      />
    </main>
  );
}

const root = document.getElementById('playground');
if (root) createRoot(root).render(<Playground given={JSON.parse(root.dataset.schema ?? '{}')} />);
