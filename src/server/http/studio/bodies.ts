import type { FastifyInstance } from 'fastify';
import { type ShapeFault, type ShapeSchema, shapeOf } from '../../shape.ts';

/** Schemas of the members of bodies. A route that needs an absent member says so itself, in words for a person. */
export const text: ShapeSchema = { type: 'string' };
export const flag: ShapeSchema = { type: 'boolean' };
export const number: ShapeSchema = { type: 'number' };
export const texts: ShapeSchema = { type: 'array', items: text };
export const json: ShapeSchema = { type: 'object', isPlainJson: true };

/** The number of a version, or of changes; a program may write it as a text. */
export const count: ShapeSchema = { type: ['integer', 'string'], pattern: '^\\d{1,10}$', minimum: 0 };

/** Returns the part of a route's options that says what its body is: an object with these members, and any others. */
export function takes(
  properties: Readonly<Record<string, ShapeSchema>>,
  ...required: readonly string[]
): { readonly schema: { readonly body: ShapeSchema } } {
  return { schema: { body: { type: 'object', properties, required } } };
}

/** The part of a route's options for one that reads no body, or checks its own. */
export const takesAnything = { schema: { body: {} } } as const;

/** The part of a route's options for one that checks its own body, which another program or thread gets as text. */
export const takesPlainJson = { schema: { body: { isPlainJson: true } } } as const;

/** A body, or a part of an address, is not what its route takes. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
  /** The member of the body that is wrong; absent: the body itself is. */
  readonly field: string | undefined;

  constructor({ pointer, reason }: ShapeFault) {
    super(`Cannot use this request: ${pointer === '' ? 'its body' : `"${pointer}" of its body`} ${reason}.`);
    this.field = pointer.split('/')[1];
  }
}

/** Checks the bodies of a scope's routes against what they declare; one that declares nothing stops the start. */
export function checkBodies(scope: FastifyInstance): void {
  scope.setValidatorCompiler<ShapeSchema>(({ schema }) => {
    const shape = shapeOf(schema);
    return (value: unknown) => {
      // A request without a body is one without members.
      const fault = shape.faultOf(value ?? {});
      return fault === undefined ? { value } : { error: new BadInput(fault) };
    };
  });
  scope.addHook('onRoute', ({ method, url, schema }) => {
    const isChanging = [method].flat().some((one) => one === 'POST' || one === 'PUT' || one === 'PATCH');
    if (isChanging && schema?.body === undefined)
      throw new Error(`Cannot serve "${url}": it does not say what body it takes`);
  });
}
