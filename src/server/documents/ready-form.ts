import type { Form, FormType, SchemaCheck } from '#engine';
import { schemaCheck } from '#widgets/validators/check.ts';
import { type Precompiled, precompile } from '#widgets/validators/precompile.ts';

/** A form with its schemas compiled: for the server's own judging, and as modules for pages. */
export interface ReadyForm {
  readonly form: Form;
  /** The compiled schema of one of its types; the same function every time. */
  readonly checkOf: (type: FormType) => SchemaCheck;
  /** The ES module of a type by its key; absent where the form has no such type. */
  readonly moduleOf: (key: string, runtimeUrl: string) => string | undefined;
}

/** Makes a form ready. Each schema is compiled when it is first asked for; `compileAll` asks for every one. */
export function readyForm(form: Form): ReadyForm {
  const types = new Map(form.types.map((type) => [type.key, type]));
  const compiled = once((key: string): Precompiled | undefined => {
    const type = types.get(key);
    return type && precompile(type);
  });
  const checks = once((key: string) => {
    const type = compiled(key);
    if (type === undefined)
      throw new Error(`Cannot judge by the type "${key}": the form ${form.hash} has none`);
    return schemaCheck(type.evaluate());
  });
  const modules = once((place: string) => {
    const [key = '', runtimeUrl = ''] = place.split(' ');
    return compiled(key)?.moduleSource(runtimeUrl);
  });
  return {
    form,
    checkOf: ({ key }) => checks(key),
    moduleOf: (key, runtimeUrl) => (types.has(key) ? modules(`${key} ${runtimeUrl}`) : undefined),
  };
}

/** Compiles every schema of a form now, so that one that cannot be compiled is told at once. @throws what the compiler throws. */
export function compileAll({ form, checkOf }: ReadyForm): void {
  for (const type of form.types) checkOf(type);
}

/** A function that works once for each text it is given. */
function once<Made>(make: (key: string) => Made): (key: string) => Made {
  const made = new Map<string, Made>();
  return (key) => {
    let value = made.get(key);
    if (value === undefined) {
      value = make(key);
      made.set(key, value);
    }
    return value;
  };
}
