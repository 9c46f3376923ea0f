import { vi } from 'vitest';

// What is written of a day depends on how far it is: tests name days of this autumn.
vi.setSystemTime('2026-11-22T12:00:00Z');
