/** Source: https://developer.paypal.com/api/rest/responses/ */
export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

export const ok = (body: unknown, status = 200): Reply => ({ status, body });

export const failed = (status: number, name: string, message: string, issue?: string): Reply => ({
  status,
  body: {
    name,
    message,
    debug_id: crypto.randomUUID().replaceAll('-', '').slice(0, 13),
    ...(issue !== undefined && { details: [{ issue, description: message }] }),
    links: [],
  },
});

/** Ends a call with an error answer and undoes what it wrote. */
export class Refusal extends Error {
  readonly reply: Reply;

  constructor(reply: Reply) {
    super(JSON.stringify(reply.body));
    this.reply = reply;
  }
}

export const unprocessable = (issue: string, message: string) =>
  new Refusal(failed(422, 'UNPROCESSABLE_ENTITY', message, issue));

export const malformed = (field: string) =>
  new Refusal(
    failed(
      400,
      'INVALID_REQUEST',
      `The field ${field} is missing, unknown or not of its form.`,
      'INVALID_PARAMETER_SYNTAX',
    ),
  );

export const noSuch = () =>
  new Refusal(failed(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID'));
