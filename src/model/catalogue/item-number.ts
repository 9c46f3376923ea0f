export const itemNumber = (tool: { _id: string; sku: string | null }): string =>
  tool.sku ?? tool._id.slice(-6).toUpperCase();
