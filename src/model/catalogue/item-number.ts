export const itemNumber = (tool: { _id: string; sku: string | null }): string =>
  tool.sku ?? tool._id.slice(-6).toUpperCase();

/** An item number however it is typed: in capitals, without hyphens and blanks. */
export const bareNumber = (typed: string): string => typed.toUpperCase().replace(/[^A-Z0-9]/g, '');
