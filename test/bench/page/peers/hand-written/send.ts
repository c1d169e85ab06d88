const mutation = `mutation sendContactUs($domain: String!, $submission_url: String!, $upload: [String!]!, $enquiry_type: Int!,
  $office_location: ID, $interested_in: String, $name: String, $email: String, $phone: String, $message: String,
  $boat_make: String, $boat_model: String, $boat_location: String, $hin_number: String, $year: String,
  $tax_paid_status: String, $engine_hours: String, $generator_hours: String, $condition_of_boat: Int,
  $additional_information: String, $address: String, $accept_term: Boolean) {
  sendContactUs(domain: $domain, submission_url: $submission_url, upload: $upload, enquiry_type: $enquiry_type,
    office_location: $office_location, interested_in: $interested_in, name: $name, email: $email, phone: $phone,
    message: $message, boat_make: $boat_make, boat_model: $boat_model, boat_location: $boat_location,
    hin_number: $hin_number, year: $year, tax_paid_status: $tax_paid_status, engine_hours: $engine_hours,
    generator_hours: $generator_hours, condition_of_boat: $condition_of_boat,
    additional_information: $additional_information, address: $address, accept_term: $accept_term) { success }
}`;

/**
 * Sends the values of a form.
 * @throws On any failure.
 */
export function sendForm(form: HTMLFormElement, domain: string, key: string): Promise<void> {
  const data = new FormData(form);
  const { upload: _photos, accept_term, ...texts } = Object.fromEntries(data);
  const entries = Object.entries(texts).map(([name, value]) => [name, String(value).trim() || null]);
  const condition = Number(texts.condition_of_boat);
  const values = {
    ...Object.fromEntries(entries),
    enquiry_type: Number(texts.enquiry_type),
    accept_term: accept_term === 'on',
    ...(condition > 0 && { condition_of_boat: condition }),
    upload: data.getAll('upload').filter((path) => typeof path === 'string'),
  };
  return sendValues(values, domain, key);
}

/**
 * Sends values by their argument names.
 * @throws On any failure.
 */
export async function sendValues(values: object, domain: string, key: string): Promise<void> {
  const variables = { upload: [], ...values, domain, submission_url: location.href };
  const answer = await requestGraphql<{ sendContactUs: { success: boolean } }>(
    'sendContactUs',
    mutation,
    variables,
    {
      'Idempotency-Key': key,
    },
  );
  if (!answer.sendContactUs.success) throw new Error('The enquiry was not accepted');
}

export async function fetchFutureEventTitles(domain: string): Promise<readonly string[]> {
  const query = 'query getFutureEventTitles($domain: String!) { getFutureEventTitles(domain: $domain) }';
  const answer = await requestGraphql<{ getFutureEventTitles: string[] }>('getFutureEventTitles', query, {
    domain,
  });
  return answer.getFutureEventTitles;
}

export async function uploadPeerPhoto(file: File): Promise<string> {
  const answer = await fetch('/api/contact-upload', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ filename: file.name, contentType: file.type }),
  });
  const { path, method, url } = (await answer.json()) as { path: string; method: string; url: string };
  const stored = await fetch(url, { method, headers: { 'Content-Type': file.type }, body: file });
  if (stored.status !== 200) throw new Error(`The photo was not stored (${stored.status})`);
  return path;
}

async function requestGraphql<Data>(
  operationName: string,
  query: string,
  variables: unknown,
  headers: Record<string, string> = {},
): Promise<Data> {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Accept-Language': document.documentElement.lang,
      ...headers,
    },
    body: JSON.stringify({ operationName, query, variables }),
  });
  if (!answer.ok) throw new Error(`${operationName} failed (${answer.status})`);
  const { data, errors } = (await answer.json()) as { data?: Data; errors?: unknown };
  if (errors || !data) throw new Error(`${operationName} failed`);
  return data;
}
