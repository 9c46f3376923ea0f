declare module '@20minutes/s3rver' {
  /** A server of the S3 protocol over a folder. It knows one key, whose id and secret are both S3RVER. */
  export default class S3rver {
    constructor(options: {
      port: number;
      address: string;
      directory: string;
      silent: boolean;
      configureBuckets: { name: string }[];
    });
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
