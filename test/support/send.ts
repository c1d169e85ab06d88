/** Form values by name, as arguments of `sendContactUs`. */
export type SendVariables = Readonly<Record<string, unknown>>;

/** The answer of a back end to `sendContactUs`. */
export interface SendAnswer {
  readonly status: number;
  readonly isSuccess: boolean;
  readonly body: {
    readonly data?: { readonly sendContactUs?: { readonly success?: boolean } | null } | null;
    readonly errors?: readonly {
      readonly message: string;
      readonly extensions?: {
        readonly code?: string;
        readonly challenge?: unknown;
        readonly fields?: readonly {
          readonly field: string;
          readonly code: string;
          readonly message: string;
        }[];
      };
    }[];
    readonly extensions?: { readonly reference?: string };
  };
}

/** GraphQL types of the form values (docs/contract.md, "GraphQL"). */
const types: Readonly<Record<string, string>> = {
  domain: 'String!',
  submission_url: 'String!',
  upload: '[String!]!',
  enquiry_type: 'Int!',
  condition_of_boat: 'Int',
  accept_term: 'Boolean',
  office_location: 'ID',
};

/**
 * Returns the mutation for some variables, with variables as any client would write it. `more` gives the
 * types of further arguments.
 */
export function buildSendDocument(
  variables: SendVariables,
  more: Readonly<Record<string, string>> = {},
): string {
  const names = Object.keys(variables);
  const typed = names.map((name) => `$${name}: ${more[name] ?? types[name] ?? 'String'}`).join(', ');
  const passed = names.map((name) => `${name}: $${name}`).join(', ');
  return `mutation sendContactUs(${typed}) { sendContactUs(${passed}) { success } }`;
}

/** Sends an enquiry over HTTP as a foreign client does. Rejects on network failures. */
export async function postEnquiry(
  url: string,
  variables: SendVariables,
  options: {
    readonly headers?: Readonly<Record<string, string>>;
    readonly types?: Readonly<Record<string, string>>;
    readonly signal?: AbortSignal;
  } = {},
): Promise<SendAnswer> {
  const response = await fetch(new URL('/graphql', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json', ...options.headers },
    ...(options.signal && { signal: options.signal }),
    body: JSON.stringify({
      operationName: 'sendContactUs',
      query: buildSendDocument(variables, options.types),
      variables,
    }),
  });
  const body = (await response.json()) as SendAnswer['body'];
  return {
    status: response.status,
    isSuccess: response.ok && body.data?.sendContactUs?.success === true,
    body,
  };
}
