//! The UCI protocol: text in, text out, around an [`engine`](crate::engine).
