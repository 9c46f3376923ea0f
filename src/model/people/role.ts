import { z } from 'zod';

/** What somebody may do: admins run the shop and cannot order, customers order. */
export const Role = z.enum(['admin', 'customer']);
