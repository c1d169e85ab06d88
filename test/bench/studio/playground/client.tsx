import Form from '@rjsf/core';
import type { RJSFSchema } from '@rjsf/utils';
import validator from '@rjsf/validator-ajv8';
import { type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './playground.css';

/** What RJSF's playground is at heart: the schema as text, and the form that it makes, drawn anew with each key. */
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
            // The form stands as it was until the text is a schema again.
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
