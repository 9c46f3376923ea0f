import { z } from 'zod';

export const Role = z.enum(['admin', 'customer']);
